// Stands in for the card vendor's own script, as far as Leashline uses it: a card field in a frame of ours, whose number never reaches the page around it.
(() => {
  const home = new URL(document.currentScript.src).origin;
  let made = 0;

  class CardField {
    constructor(options) {
      this.options = options ?? {};
      this.listeners = { ready: [], change: [] };
      this.id = `card-${++made}`;
      this.asked = new Map();
      this.hear = (event) => {
        if (event.origin !== home || event.source !== this.frame?.contentWindow) return;
        const { kind, ...what } = event.data;
        if (kind === "answer") {
          this.asked.get(what.number)?.(what.result);
          this.asked.delete(what.number);
        } else for (const listener of this.listeners[kind] ?? []) listener(what);
      };
    }
    on(kind, listener) {
      this.listeners[kind]?.push(listener);
      return this;
    }
    mount(place) {
      const frame = document.createElement("iframe");
      const look = this.options.style?.base ?? {};
      frame.src = `${home}/v3/card-field?${new URLSearchParams({ parent: location.origin, color: look.color ?? "", size: look.fontSize ?? "" })}`;
      frame.title = "Secure card payment input frame";
      frame.name = this.id;
      frame.style.cssText = "display:block;width:100%;height:24px;border:0;background:transparent;color-scheme:light";
      window.addEventListener("message", this.hear);
      place.replaceChildren(frame);
      this.frame = frame;
    }
    destroy() {
      window.removeEventListener("message", this.hear);
      this.frame?.remove();
    }
    ask(key, account, details) {
      return new Promise((resolve) => {
        const number = this.asked.size + Math.random();
        this.asked.set(number, resolve);
        this.frame.contentWindow.postMessage({ kind: "create", number, key, account, details }, home);
      });
    }
  }

  window.Stripe = (key, { stripeAccount = "" } = {}) => ({
    elements: () => ({ create: (_kind, options) => new CardField(options) }),
    createPaymentMethod: ({ card, billing_details }) => card.ask(key, stripeAccount, billing_details ?? {}),
  });
})();
