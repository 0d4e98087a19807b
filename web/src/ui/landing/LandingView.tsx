import { LandingPart } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import type { ReactNode } from "react";
import { Avatar } from "../Avatar.tsx";
import type { Format } from "../format/locale.ts";
import { Gallery } from "./Gallery.tsx";
import type { LandingFacts } from "./landing-facts.ts";
import { weekOf } from "./landing-facts.ts";
import "../plain/plain.css";
import "./landing.css";

type Props = { facts: LandingFacts; format: Format /** Where the whole gallery is. */; allPictures?: ReactNode };

/** What a business says of itself, part by part, in the order it chose. A part with nothing in it is left out. */
export const LandingView = ({ facts, format, allPictures }: Props) => (
  <div className="ll-landing">
    {facts.welcomeMessage && <h2 className="ll-h2">{facts.welcomeMessage}</h2>}
    {facts.parts.map((part) => {
      const shown = PARTS[part]?.(facts, format, allPictures);
      return shown ? <div key={part}>{shown}</div> : null;
    })}
  </div>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="ll-part" aria-label={title}>
    <h2 className="ll-h2">{title}</h2>
    {children}
  </section>
);

const PARTS: Partial<Record<LandingPart, (facts: LandingFacts, format: Format, all: ReactNode) => ReactNode>> = {
  [LandingPart.ABOUT]: ({ aboutUs }) =>
    aboutUs && (
      <Part title="About us">
        <p className="ll-text ll-lines">{aboutUs}</p>
      </Part>
    ),
  [LandingPart.GALLERY]: ({ gallery }, _, all) =>
    gallery.length > 0 && (
      <Part title="Gallery">
        <Gallery pictures={gallery.slice(0, 6)} />
        {gallery.length > 6 && all}
      </Part>
    ),
  [LandingPart.TEAM]: ({ teams }) =>
    teams.length > 0 && (
      <Part title="Our team">
        {teams.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name
          <TeamRow key={at} {...one} />
        ))}
      </Part>
    ),
  [LandingPart.AMENITIES]: ({ features, payments }) =>
    features.length + payments.length > 0 && (
      <Part title="Good to know">
        <Chips of={features} />
        {payments.length > 0 && <p className="ll-text ll-soft">You can pay by</p>}
        <Chips of={payments} />
      </Part>
    ),
  [LandingPart.HOURS]: ({ hours }, format) => hours.length > 0 && <Hours hours={hours} format={format} />,
  [LandingPart.CONTACT]: ({ address, phone, links }) =>
    (address || phone || links.length > 0) && (
      <Part title="Contact">
        {address && <p className="ll-text">{address}</p>}
        {phone && (
          <a className="ll-contact" href={`tel:${phone.number}`}>
            {phone.text}
          </a>
        )}
        {links.map((link) => (
          <a key={link} className="ll-contact" href={link} target="_blank" rel="noopener noreferrer">
            {new URL(link).hostname.replace(/^www\./, "")}
          </a>
        ))}
      </Part>
    ),
};

const TeamRow = ({ name, title, introduction, picture }: LandingFacts["teams"][number]) => (
  <div className="ll-member">
    {picture ? (
      <img src={`${picture}?width=320`} alt="" loading="lazy" className="ll-face" width={64} height={64} />
    ) : (
      <Avatar name={name || "?"} size={64} />
    )}
    <div>
      <p className="ll-text ll-strong">{name}</p>
      {title && <p className="ll-text ll-soft">{title}</p>}
      {introduction && <p className="ll-text ll-lines">{introduction}</p>}
    </div>
  </div>
);

const Chips = ({ of }: { of: readonly string[] }) => (
  <div className="ll-chips">
    {of.map((one) => (
      <span key={one}>{one}</span>
    ))}
  </div>
);

const Hours = ({ hours, format }: { hours: LandingFacts["hours"]; format: Format }) => (
  <Part title="Opening hours">
    <dl className="ll-hours">
      {weekOf(hours).map(({ name, ranges }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={ranges.length === 0 ? "ll-soft" : undefined}>
            {ranges.map(({ startTime, endTime }) => format.range(startTime, endTime)).join(", ") || "Closed"}
          </dd>
        </div>
      ))}
    </dl>
  </Part>
);
