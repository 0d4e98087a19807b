import type { LinkedWalk } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { type Business, formatFor } from "./page.ts";

/** By their numbers in WalkMark. */
const WORDS = ["", "peed", "pooped", "had water", "was fed", "got a treat", "got medication"];

/** How the walk was, as the business tells it. */
export const WalkReport = ({ business, walk }: { business: Business; walk: LinkedWalk }) => {
  const format = formatFor(business);
  const did = walk.pets.filter(({ marks }) => marks.length > 0);
  return (
    <Box
      component="section"
      aria-label="Walk report"
      sx={{ p: 2, display: "grid", gap: 1, bgcolor: "background.paper", border: 1, borderColor: "line", borderRadius: 1.75 }}
    >
      <Typography variant="subtitle1">How the walk was</Typography>
      {walk.startTime && walk.finishTime && (
        <Typography>
          Out from {format.time(walk.startTime)} to {format.time(walk.finishTime)}
        </Typography>
      )}
      {did.map(({ petName, marks }) => (
        <Typography key={petName} color="textSecondary">
          {petName} {listed(marks.map((mark) => WORDS[mark] ?? ""))}
        </Typography>
      ))}
      {walk.note && <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{walk.note}</Typography>}
      {walk.photoPaths.length > 0 && (
        <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: "repeat(auto-fill, minmax(140px, 1fr))" }}>
          {walk.photoPaths.map((path, at) => (
            <Link key={path} href={path} target="_blank" rel="noreferrer">
              <Box
                component="img"
                src={path}
                alt={`From the walk, ${at + 1} of ${walk.photoPaths.length}`}
                sx={{ width: "100%", aspectRatio: "1", objectFit: "cover", borderRadius: 1, bgcolor: "lineSoft", display: "block" }}
              />
            </Link>
          ))}
        </Box>
      )}
    </Box>
  );
};

/** "peed, pooped and had water". */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
