import { petCode } from "@leashline/proto/rules/pet-code.ts";
import Box from "@mui/material/Box";
import { barsOf } from "../../shared/pet-code/pet-code.ts";

const HEIGHT = 30;

/** What a scanner reads from a label to check the pet in. */
export const PetCode = ({ petId, petName }: { petId: string; petName: string }) => {
  const code = petCode(petId);
  const { bars, width } = barsOf(code);
  return (
    <Box sx={{ mt: 0.5 }}>
      <svg
        role="img"
        aria-label={`Code of ${petName} for the scanner`}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        style={{ display: "block", width: "100%", maxWidth: 220, height: HEIGHT }}
        fill="currentColor"
      >
        {bars.map((bar) => (
          <rect key={bar.at} x={bar.at} width={bar.width} height={HEIGHT} />
        ))}
      </svg>
      <Box sx={{ fontSize: 11 }}>{code}</Box>
    </Box>
  );
};
