import type { LandingFacts } from "./landing-facts.ts";
import "./landing.css";

/** Pictures side by side; each opens in full. */
export const Gallery = ({ pictures }: { pictures: LandingFacts["gallery"] }) => (
  <div className="ll-gallery">
    {pictures.map(({ path, caption }) => (
      <a key={path} href={path} target="_blank" rel="noopener" aria-label={caption || "Open the picture"}>
        <img src={`${path}?width=320`} alt={caption} loading="lazy" />
      </a>
    ))}
  </div>
);
