import { Coordinator } from "./coordinator.js"

export class Rewards extends Coordinator {}
