// A shop's booking page on the shop's own website: <script async src="https://{host}/embed.js" data-shop="{name}"></script>
(() => {
  const script = document.currentScript;
  const shop = script?.dataset.shop;
  if (!shop) return;
  const page = new URL(`/ol/${encodeURIComponent(shop)}/book`, script.src);
  const make = (name, how) => Object.assign(document.createElement(name), how);
  const place = make("div", { className: "leashline" });
  const frame = make("iframe", { title: "Book online", loading: "lazy", allow: "payment", referrerPolicy: "origin", src: page });
  frame.style.cssText = "display:block;width:100%;height:640px;border:0";
  // Where the page does not come, for example because it is off, one gets to it all the same.
  const link = make("a", { href: page, target: "_blank", rel: "noopener", textContent: "Book online (opens in a new tab)", hidden: true });
  const stands = (well) => {
    frame.style.display = well ? "block" : "none";
    link.hidden = well;
  };
  let waiting;
  frame.addEventListener("load", () => {
    clearTimeout(waiting);
    waiting = setTimeout(stands, 5000, false);
  });
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== page.origin || data?.from !== "leashline") return;
    clearTimeout(waiting);
    stands(true);
    if (data.height > 0) frame.style.height = `${Math.min(Math.max(Math.ceil(data.height), 200), 10000)}px`;
    if (data.step && place.getBoundingClientRect().top < 0) place.scrollIntoView();
    if (data.booked === true) place.dispatchEvent(new CustomEvent("leashline:booked", { bubbles: true }));
  });
  place.append(frame, link);
  script.after(place);
})();
