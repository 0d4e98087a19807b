import { petCode } from "@leashline/proto/rules/pet-code.ts";
import Box from "@mui/material/Box";
import { barsOf } from "../../shared/pet-code/pet-code.ts";

const HEIGHT = 20;

/** What a scanner reads from a label to check the pet in. */
export const PetCode = ({ petId, petName }: { petId: string; petName: string }) => {
  const code = petCode(petId);
  const { bars, width } = barsOf(code);
  return (
    <Box sx={{ mt: "auto", pt: "2px", flex: "0 1 auto", minHeight: 0, display: "flex", alignItems: "end", gap: 0.75 }}>
      <svg
        role="img"
        aria-label={`Code of ${petName} for the scanner`}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        style={{ display: "block", flex: 1, minWidth: 0, maxWidth: 200, height: HEIGHT }}
        fill="currentColor"
      >
        {bars.map((bar) => (
          <rect key={bar.at} x={bar.at} width={bar.width} height={HEIGHT} />
        ))}
      </svg>
      <Box sx={{ fontSize: 9, lineHeight: "10px" }}>{code}</Box>
    </Box>
  );
};
