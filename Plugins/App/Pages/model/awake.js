/** Keeps the screen on while a code is shown (Wake Lock), where the browser can. @param {AbortSignal} signal */
export function stayAwake(signal) {
  /** @type {any} */
  let lock
  const ask = async () => {
    if (signal.aborted || document.hidden) return
    lock = await /** @type {any} */ (navigator).wakeLock?.request("screen").catch(() => undefined)
    if (signal.aborted) void lock?.release()
  }
  document.addEventListener("visibilitychange", ask, { signal })
  signal.addEventListener("abort", () => void lock?.release())
  void ask()
}
