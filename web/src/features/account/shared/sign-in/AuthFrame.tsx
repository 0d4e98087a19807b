import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { PetAvatar } from "../../../../ui/PetAvatar.tsx";

const pack = [
  { name: "Biscuit", breed: "Standard poodle", coat: "apricot" },
  { name: "Moss", breed: "Cocker spaniel", coat: "golden" },
  { name: "Nori", species: "cat", breed: "Tabby", coat: "grey" },
  { name: "Hachi", breed: "Shiba", coat: "red" },
  { name: "Otis", breed: "Basset", coat: "tan" },
];

type Props = { title: string; lead?: ReactNode; children: ReactNode; foot?: ReactNode; width?: number };

/** The calm page around signing in and setting up. */
export const AuthFrame = ({ title, lead, children, foot, width = 400 }: Props) => (
  <Box
    component="main"
    id="content"
    tabIndex={-1}
    sx={{
      outline: "none",
      minHeight: "100dvh",
      display: "grid",
      placeItems: { xs: "start center", md: "center" },
      px: 2,
      py: { xs: 4, md: 6 },
      bgcolor: "background.default",
    }}
  >
    <Box sx={{ width: "100%", maxWidth: width }}>
      <Box sx={{ display: "flex", alignItems: "flex-end", gap: 1, mb: 2.5 }}>
        <Box
          sx={{
            width: 36,
            height: 36,
            borderRadius: "11px",
            bgcolor: "primary.main",
            color: "primary.contrastText",
            display: "grid",
            placeItems: "center",
            fontWeight: 700,
            fontSize: 17,
          }}
        >
          L
        </Box>
        <Typography sx={{ fontWeight: 650, fontSize: "1.2rem", lineHeight: "36px", mr: "auto" }}>Leashline</Typography>
        {pack.map((pet) => (
          <PetAvatar key={pet.name} pet={pet} size={30} />
        ))}
      </Box>
      <Box sx={{ bgcolor: "background.paper", border: 1, borderColor: "line", borderRadius: "14px", p: { xs: 2.5, md: 3.5 } }}>
        <Typography variant="display" component="h1">
          {title}
        </Typography>
        {lead && (
          <Typography color="textSecondary" sx={{ mt: 0.5 }}>
            {lead}
          </Typography>
        )}
        <Box sx={{ mt: 2.5 }}>{children}</Box>
      </Box>
      {foot && <Box sx={{ mt: 2, textAlign: "center", color: "text.secondary" }}>{foot}</Box>}
    </Box>
  </Box>
);
