import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useBindings, writeKeys } from "./keys.ts";
import { closePalette } from "./palette.ts";

/** What the keyboard can do on this page. */
const KeysHelp = () => {
  const sets = [...useBindings((state) => state.sets).values()].filter((set) => set.bindings.length > 0);
  return (
    <Dialog open onClose={closePalette} aria-labelledby="keys-title" maxWidth="sm">
      <DialogTitle id="keys-title">Keyboard shortcuts</DialogTitle>
      <DialogContent>
        {sets.map((set) => (
          <Box key={set.heading} sx={{ mb: 2 }}>
            <Typography variant="overline" component="h3" color="textSecondary">
              {set.heading}
            </Typography>
            <Box component="dl" sx={{ m: 0, display: "grid", gridTemplateColumns: "1fr auto", rowGap: 0.75 }}>
              {set.bindings.map((binding) => (
                <Box key={binding.keys} sx={{ display: "contents" }}>
                  <Box component="dt">{binding.label}</Box>
                  <Box component="dd" sx={{ m: 0, display: "flex", gap: 0.5 }}>
                    {writeKeys(binding.keys).map((key) => (
                      <Box
                        component="kbd"
                        key={key}
                        sx={{
                          font: "inherit",
                          fontSize: "0.9rem",
                          border: 1,
                          borderColor: "edge",
                          borderRadius: "5px",
                          px: 0.75,
                          minWidth: 22,
                          textAlign: "center",
                        }}
                      >
                        {key}
                      </Box>
                    ))}
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
    </Dialog>
  );
};

export default KeysHelp;
