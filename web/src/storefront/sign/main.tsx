import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import SignPage from "./SignPage.tsx";

// A page of its own, for a phone on a slow line: none of the application is loaded for it.
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <SignPage />
    </StrictMode>,
  );
}
