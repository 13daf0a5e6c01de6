/**
 * What the app says in its list of shakes, in each of its languages, for a picture of it. A test compares them with the
 * app's own.
 * @type {Record<import("../../../ground/i18n.js").Language, Record<string, string>>}
 */
export const WORDS = {
  en: {
    title: "What will you play?", go: "Go", tv: "Shake while it’s on",
    "tv.until": "Shake while it’s on, until {date}", read: "Read, then answer",
    "read.until": "Read, then answer, until {date}", video: "Watch it to the end",
    "video.until": "Watch it to the end, until {date}", scan: "Scan a product",
    "scan.until": "Scan a product, until {date}", receipt: "Photograph a receipt",
    "receipt.until": "Photograph a receipt, until {date}", stadium: "Listen in the stadium",
    "stadium.until": "Listen in the stadium, until {date}", other: "Take part",
    "other.until": "Take part, until {date}",
  },
  it: {
    title: "A cosa giochi?", go: "Vai", tv: "Scuoti mentre va in onda",
    "tv.until": "Scuoti mentre va in onda. Ultimo giorno: {date}", read: "Leggi, poi rispondi",
    "read.until": "Leggi, poi rispondi. Ultimo giorno: {date}", video: "Guarda fino alla fine",
    "video.until": "Guarda fino alla fine. Ultimo giorno: {date}", scan: "Scansiona un prodotto",
    "scan.until": "Scansiona un prodotto. Ultimo giorno: {date}", receipt: "Fotografa uno scontrino",
    "receipt.until": "Fotografa uno scontrino. Ultimo giorno: {date}", stadium: "Ascolta allo stadio",
    "stadium.until": "Ascolta allo stadio. Ultimo giorno: {date}", other: "Partecipa",
    "other.until": "Partecipa. Ultimo giorno: {date}",
  },
  es: {
    title: "¿A qué juegas?", go: "Ir", tv: "Agita mientras se emite",
    "tv.until": "Agita mientras se emite, hasta el {date}", read: "Lee y luego responde",
    "read.until": "Lee y luego responde, hasta el {date}", video: "Míralo hasta el final",
    "video.until": "Míralo hasta el final, hasta el {date}", scan: "Escanea un producto",
    "scan.until": "Escanea un producto, hasta el {date}", receipt: "Fotografía un tique",
    "receipt.until": "Fotografía un tique, hasta el {date}", stadium: "Escucha en el estadio",
    "stadium.until": "Escucha en el estadio, hasta el {date}", other: "Participa",
    "other.until": "Participa hasta el {date}",
  },
  ca: {
    title: "A què jugues?", go: "Ves-hi", tv: "Sacseja mentre s’emet",
    "tv.until": "Sacseja mentre s’emet, fins al dia {date}", read: "Llegeix i després respon",
    "read.until": "Llegeix i després respon, fins al dia {date}", video: "Mira-ho fins al final",
    "video.until": "Mira-ho fins al final, fins al dia {date}", scan: "Escaneja un producte",
    "scan.until": "Escaneja un producte, fins al dia {date}", receipt: "Fotografia un tiquet",
    "receipt.until": "Fotografia un tiquet, fins al dia {date}", stadium: "Escolta a l’estadi",
    "stadium.until": "Escolta a l’estadi, fins al dia {date}", other: "Participa-hi",
    "other.until": "Participa-hi fins al dia {date}",
  },
  ro: {
    title: "Ce joci?", go: "Mergi", tv: "Scutură cât e la TV", "tv.until": "Scutură cât e la TV, până la {date}",
    read: "Citește, apoi răspunde", "read.until": "Citește, apoi răspunde, până la {date}",
    video: "Vezi-l până la capăt", "video.until": "Vezi-l până la capăt, până la {date}", scan: "Scanează un produs",
    "scan.until": "Scanează un produs, până la {date}", receipt: "Fotografiază un bon",
    "receipt.until": "Fotografiază un bon, până la {date}", stadium: "Ascultă pe stadion",
    "stadium.until": "Ascultă pe stadion, până la {date}", other: "Participă",
    "other.until": "Participă până la {date}",
  },
}
