import { Wait } from "../plain/Wait.tsx";
import { ownColors } from "./own-color.ts";
import "../plain/plain.css";
import "./landing.css";

export type HeroFacts = { businessName: string; address: string; themeColor: string; phone: { number: string; text: string } | undefined };

/** Whose page it is, in their color. Without facts, the room they take. */
export const Hero = ({ facts, heading: Heading = "h1" }: { facts: HeroFacts | undefined; heading?: "h1" | "h2" }) => (
  <header className="ll-hero" style={ownColors(facts?.themeColor ?? "")}>
    <div>
      <Heading className="ll-display">{facts?.businessName ?? <Wait width="60%" height="1.25em" />}</Heading>
      <p className="ll-text">{facts ? facts.address : <Wait width="45%" height="1.45em" />}</p>
      {!facts && <Wait width="35%" height="1.45em" />}
      {facts?.phone && <a href={`tel:${facts.phone.number}`}>{facts.phone.text}</a>}
    </div>
  </header>
);
