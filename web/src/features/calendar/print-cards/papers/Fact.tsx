import Box from "@mui/material/Box";

/** A labeled line of a card; nothing where there is nothing to say. */
export const Fact = ({ label, text, strong = false }: { label: string; text: string | undefined; strong?: boolean }) =>
  text ? (
    <Box sx={{ overflowWrap: "anywhere", fontWeight: strong ? 700 : 400 }}>
      <Box component="span" sx={{ fontWeight: 700 }}>
        {label}:
      </Box>{" "}
      {text}
    </Box>
  ) : null;
