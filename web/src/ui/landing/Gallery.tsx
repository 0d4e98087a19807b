import Box from "@mui/material/Box";
import type { LandingFacts } from "./landing-facts.ts";

/** Pictures side by side; each opens in full. */
export const Gallery = ({ pictures }: { pictures: LandingFacts["gallery"] }) => (
  <Box sx={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(140px, 1fr))", gap: 1 }}>
    {pictures.map(({ path, caption }) => (
      <Box key={path} component="a" href={path} target="_blank" rel="noopener" aria-label={caption || "Open the picture"}>
        <Box
          component="img"
          src={`${path}?width=320`}
          alt={caption}
          loading="lazy"
          sx={{ width: 1, aspectRatio: "1", objectFit: "cover", borderRadius: 1.25, bgcolor: "lineSoft", display: "block" }}
        />
      </Box>
    ))}
  </Box>
);
