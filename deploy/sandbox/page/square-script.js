// Stands in for Square's own script, as far as Leashline uses it: a card field in a frame of ours, which names the card it was typed into.
(() => {
  const home = new URL(document.currentScript.src).origin;

  class SquareCard {
    constructor() {
      this.asked = new Map();
      this.listeners = new Map();
      this.hear = ({ origin, source, data }) => {
        if (origin !== home || source !== this.frame?.contentWindow) return;
        if (data.kind === "focus") for (const listener of this.listeners.get("focusClassAdded") ?? []) listener();
        if (data.kind !== "answer") return;
        this.asked.get(data.number)?.(data.result);
        this.asked.delete(data.number);
      };
    }
    async attach(place) {
      const frame = document.createElement("iframe");
      const { color, fontSize } = getComputedStyle(place);
      frame.src = `${home}/v3/card-field?${new URLSearchParams({ parent: location.origin, color, size: fontSize })}`;
      frame.title = "Secure Credit Card Form";
      frame.style.cssText = "display:block;width:100%;height:24px;border:0;background:transparent;color-scheme:light";
      window.addEventListener("message", this.hear);
      const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
      place.replaceChildren(frame);
      this.frame = frame;
      await loaded;
    }
    async destroy() {
      window.removeEventListener("message", this.hear);
      this.frame?.remove();
      return true;
    }
    addEventListener(event, listener) {
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
    }
    tokenize() {
      return new Promise((resolve) => {
        const number = Math.random();
        this.asked.set(number, resolve);
        this.frame.contentWindow.postMessage({ kind: "tokenize", number }, home);
      });
    }
  }

  window.Square = {
    payments: (applicationId, locationId) => {
      if (!applicationId || !locationId) throw new Error("An application id and a location id are needed.");
      return { card: async () => new SquareCard() };
    },
  };
})();
