import { h } from "../../ground/h.js"

/** @param {{ pages: any[], first: number, onAct: (action: any) => unknown, onPage: (page: number) => unknown }} options */
export const cardTable = ({ pages, first }) => h("ul", { class: "deal" }, JSON.stringify(pages[first]))
