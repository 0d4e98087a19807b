import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import "./styles/fonts.css";
import "./styles/page.css";

// The start page has it fetched; this makes it ready before the first words are drawn. Without it the stand-in shows.
document.fonts.load('1em "Inter Variable"').catch(() => undefined);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
