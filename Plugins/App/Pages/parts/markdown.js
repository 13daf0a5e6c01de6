import { h } from "../../ground/h.js"

/**
 * A text of Markdown as elements: headings, paragraphs, lists, quotations, emphasis. Links are shown by their words
 * alone, and HTML as it is written: what an operator's file says can't lead away or run.
 * @param {string} text
 */
export function markdown(text) {
  const blocks = text.replaceAll("\r\n", "\n").split(/\n{2,}/).map((one) => one.trim()).filter(Boolean)
  return blocks.map((block) => {
    const heading = /^(#{1,6})\s+(.*)$/s.exec(block)
    if (heading) return h("h2", null, inline(heading[2]))
    const lines = block.split("\n")
    if (lines.every((line) => /^\s*[-*+]\s/.test(line))) {
      return h("ul", { class: "bullets" }, lines.map((line) => h("li", null, inline(line.replace(/^\s*[-*+]\s+/, "")))))
    }
    if (lines.every((line) => /^\s*\d+[.)]\s/.test(line))) {
      return h("ol", { class: "numbers" }, lines.map((line) => h("li", null, inline(line.replace(/^\s*\d+[.)]\s+/, "")))))
    }
    if (lines.every((line) => line.startsWith(">"))) {
      return h("blockquote", null, inline(lines.map((line) => line.replace(/^>\s?/, "")).join(" ")))
    }
    return h("p", null, inline(lines.join(" ")))
  })
}

/** @param {string} text */
function inline(text) {
  const plain = text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
  return plain.split(/(\*\*[^*]+\*\*|__[^_]+__|\*[^*\s][^*]*\*|`[^`]+`)/).map((part, place) => {
    if (place % 2 === 0) return part
    if (part.startsWith("**") || part.startsWith("__")) return h("b", null, part.slice(2, -2))
    return part.startsWith("`") ? h("code", null, part.slice(1, -1)) : h("em", null, part.slice(1, -1))
  })
}

/** A text that may say its format beside it. @param {string | { text: string } | undefined} value */
export const plain = (value) => (typeof value === "object" ? value.text : value ?? "")
