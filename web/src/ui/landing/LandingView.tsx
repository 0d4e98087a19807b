import { LandingPart } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Avatar } from "../Avatar.tsx";
import type { Format } from "../format/locale.ts";
import { Gallery } from "./Gallery.tsx";
import type { LandingFacts } from "./landing-facts.ts";
import { weekOf } from "./landing-facts.ts";

type Props = { facts: LandingFacts; format: Format /** Where the whole gallery is. */; allPictures?: ReactNode };

/** What a business says of itself, part by part, in the order it chose. A part with nothing in it is left out. */
export const LandingView = ({ facts, format, allPictures }: Props) => (
  <Box sx={{ px: 2.25, py: 2.5, display: "grid", gap: 3 }}>
    {facts.welcomeMessage && <Typography variant="h2">{facts.welcomeMessage}</Typography>}
    {facts.parts.map((part) => {
      const shown = PARTS[part]?.(facts, format, allPictures);
      return shown ? <Box key={part}>{shown}</Box> : null;
    })}
  </Box>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" aria-label={title} sx={{ display: "grid", gap: 1 }}>
    <Typography variant="h2">{title}</Typography>
    {children}
  </Box>
);

const PARTS: Partial<Record<LandingPart, (facts: LandingFacts, format: Format, all: ReactNode) => ReactNode>> = {
  [LandingPart.ABOUT]: ({ aboutUs }) =>
    aboutUs && (
      <Part title="About us">
        <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{aboutUs}</Typography>
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
        {payments.length > 0 && <Typography color="textSecondary">You can pay by</Typography>}
        <Chips of={payments} />
      </Part>
    ),
  [LandingPart.HOURS]: ({ hours }, format) => hours.length > 0 && <Hours hours={hours} format={format} />,
  [LandingPart.CONTACT]: ({ address, phone, links }) =>
    (address || phone || links.length > 0) && (
      <Part title="Contact">
        {address && <Typography>{address}</Typography>}
        {phone && (
          <Box component="a" href={`tel:${phone.number}`} sx={{ color: "primary.main", py: 0.75 }}>
            {phone.text}
          </Box>
        )}
        {links.map((link) => (
          <Box key={link} component="a" href={link} target="_blank" rel="noopener noreferrer" sx={{ color: "primary.main", py: 0.75 }}>
            {new URL(link).hostname.replace(/^www\./, "")}
          </Box>
        ))}
      </Part>
    ),
};

const TeamRow = ({ name, title, introduction, picture }: LandingFacts["teams"][number]) => (
  <Box sx={{ display: "flex", gap: 1.5, alignItems: "flex-start" }}>
    {picture ? (
      <Box
        component="img"
        src={`${picture}?width=320`}
        alt=""
        loading="lazy"
        sx={{ width: 64, height: 64, flex: "none", borderRadius: "50%", objectFit: "cover", bgcolor: "lineSoft" }}
      />
    ) : (
      <Avatar name={name || "?"} size={64} />
    )}
    <Box sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
      <Typography variant="subtitle1">{name}</Typography>
      {title && <Typography color="textSecondary">{title}</Typography>}
      {introduction && <Typography sx={{ whiteSpace: "pre-line" }}>{introduction}</Typography>}
    </Box>
  </Box>
);

const Chips = ({ of }: { of: readonly string[] }) => (
  <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
    {of.map((one) => (
      <Chip key={one} label={one} />
    ))}
  </Box>
);

const Hours = ({ hours, format }: { hours: LandingFacts["hours"]; format: Format }) => (
  <Part title="Opening hours">
    <Box component="dl" sx={{ m: 0, display: "grid", gridTemplateColumns: "auto 1fr", columnGap: 2, rowGap: 0.5 }}>
      {weekOf(hours).map(({ name, ranges }) => (
        <Box key={name} sx={{ display: "contents" }}>
          <Typography component="dt">{name}</Typography>
          <Typography component="dd" sx={{ m: 0 }} color={ranges.length === 0 ? "textSecondary" : undefined}>
            {ranges.map(({ startTime, endTime }) => format.range(startTime, endTime)).join(", ") || "Closed"}
          </Typography>
        </Box>
      ))}
    </Box>
  </Part>
);
