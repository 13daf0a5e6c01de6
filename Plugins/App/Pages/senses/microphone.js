/** The microphone as it is: without what browsers do to voices, which would take the music's mark away. */

/** Why there is no sound, by what browsers call it. @type {Record<string, string>} */
const WHY = { NotAllowedError: "denied", NotReadableError: "busy", AbortError: "busy" }
/** What is recorded, the first that the browser can; all of them the server reads. */
const KINDS = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"]
/** Bits a second: the mark outlives it. */
const RATE = 128_000

/** `why`: `denied`, `busy`, `none`, or `insecure` where browsers give no microphone without HTTPS. */
export class NoMicrophone extends Error {
  /** @param {string} why */
  constructor(why) {
    super(`microphone: ${why}`)
    this.why = why
  }
}

/**
 * Records until the signal ends it.
 * @param {AbortSignal} signal
 * @returns {Promise<{ level: () => number, recorded: () => Promise<Blob> }>} how loud it is now, from 0 to 1, and all that
 *   was recorded so far
 * @throws {NoMicrophone}
 */
export async function openMicrophone(signal) {
  if (!navigator.mediaDevices?.getUserMedia || !globalThis.MediaRecorder) throw new NoMicrophone("insecure")
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 },
  }).catch((error) => {
    throw new NoMicrophone(WHY[error.name] ?? "none")
  })
  const mimeType = KINDS.find((one) => MediaRecorder.isTypeSupported(one))
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: RATE })
  const sounds = new AudioContext()
  const analyser = sounds.createAnalyser()
  sounds.createMediaStreamSource(stream).connect(analyser)
  /** @type {Blob[]} */
  const parts = []
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data))
  const stop = () => {
    if (recorder.state !== "inactive") recorder.stop()
    stream.getTracks().forEach((track) => track.stop())
    void sounds.close()
  }
  recorder.start(1000)
  if (signal.aborted) stop()
  else signal.addEventListener("abort", stop, { once: true })
  const wave = new Float32Array(analyser.fftSize)
  return {
    level: () => {
      analyser.getFloatTimeDomainData(wave)
      const power = wave.reduce((sum, one) => sum + one * one, 0) / wave.length
      // Decibels of full scale: -60 is silence, 0 all there is.
      return Math.max(0, Math.min(1, 1 + Math.log10(power + 1e-12) / 6))
    },
    recorded: async () => {
      if (recorder.state === "recording") {
        const there = new Promise((resolve) => recorder.addEventListener("dataavailable", resolve, { once: true }))
        recorder.requestData()
        await there
      }
      return new Blob(parts, { type: recorder.mimeType })
    },
  }
}
