import { Coordinator } from "./coordinator.js"

export class Profile extends Coordinator {}
