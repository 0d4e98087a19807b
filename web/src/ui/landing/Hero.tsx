import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { inOwnColor } from "./own-color.ts";

export type HeroFacts = { businessName: string; address: string; themeColor: string; phone: { number: string; text: string } | undefined };

/** Whose page it is, in their color. Without facts, the room they take. */
export const Hero = ({ facts, heading = "h1" }: { facts: HeroFacts | undefined; heading?: "h1" | "h2" }) => (
  <Box
    component="header"
    sx={(theme) => ({
      ...inOwnColor(facts?.themeColor ?? ""),
      backgroundImage: `linear-gradient(160deg, transparent 55%, ${(theme.vars ?? theme).palette.staff.s3.main})`,
      px: 2.5,
      pt: 5,
      pb: 2.5,
    })}
  >
    <Box sx={{ maxWidth: 520, mx: "auto", minHeight: 52 }}>
      <Typography variant="display" component={heading}>
        {facts?.businessName ?? <Skeleton width="60%" />}
      </Typography>
      <Typography>{facts ? facts.address : <Skeleton width="45%" />}</Typography>
      {!facts && <Skeleton width="35%" sx={{ my: 0.75 }} />}
      {facts?.phone && (
        <Box component="a" href={`tel:${facts.phone.number}`} sx={{ color: "inherit", display: "inline-block", py: 0.75 }}>
          {facts.phone.text}
        </Box>
      )}
    </Box>
  </Box>
);
