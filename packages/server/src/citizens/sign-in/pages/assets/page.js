/*
 * The only script of the hosted page. It counts down, and waits for the answer by server-sent events. If the browser has
 * none, or the connection fails, it loads the page again every few seconds, as a browser without script does.
 */
;(() => {
  const script = document.currentScript.src
  // Without a network, loading again would replace the page by an error of the browser.
  const reload = () =>
    fetch(script, { cache: 'no-store' }).then(
      () => location.replace(location.href),
      () => setTimeout(reload, 3000),
    )
  const follows = document.body.dataset.follows
  const left = document.querySelector('[data-seconds]')
  const endsAt = left ? Date.now() + Number(left.dataset.seconds) * 1000 : 0
  if (left) {
    const number = left.querySelector('span')
    const count = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      number.textContent = String(seconds)
      if (seconds === 0) {
        clearInterval(count)
        reload()
      }
    }, 500)
  }
  const poll = () => setTimeout(reload, 3000)
  if (!('EventSource' in window)) return poll()
  const events = new EventSource(follows)
  events.addEventListener('answered', () => {
    events.close()
    reload()
  })
  events.onerror = () => {
    events.close()
    poll()
  }
  addEventListener('pagehide', () => events.close())
})()
