import { Coordinator } from "./coordinator.js"

export class Wallet extends Coordinator {}
