import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { keepFocus } from "../ui/page/keep-focus.ts";
import { Pages } from "./shop/Pages.tsx";
import "./book.css";

// A document of its own, for a phone on a slow line: the first sight loads nothing of the application.
document.fonts.load('1em "Inter Variable"').catch(() => undefined);

// On another website.
if (window.parent !== window) void import("./framed/framed.ts");

const root = document.getElementById("root");
if (root) {
  keepFocus();
  createRoot(root).render(
    <StrictMode>
      <Pages />
    </StrictMode>,
  );
}
