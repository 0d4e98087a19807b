import { labelIn } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import Typography from "@mui/material/Typography";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { KEPT_ADDRESS, type Side, sideText } from "./profile-choice.ts";

type Props = { name: string; whose: string; sides: readonly Side[]; taken: readonly string[]; onChange: (taken: string[]) => void };

/** Field by field what is on file and what the form says; ticked, the form's side is taken. */
export const SideTable = ({ name, whose, sides, taken, onChange }: Props) => {
  const { weightUnit } = usePreferences();
  const format = useFormat();
  const inWords = (target: string, text: string): string => sideText(target, text, format);
  if (sides.length === 0) return <Typography color="textSecondary">Nothing new about {whose}.</Typography>;
  const toggle = (target: string) => onChange(taken.includes(target) ? taken.filter((one) => one !== target) : [...taken, target]);
  return (
    <Box
      component="table"
      aria-label={name}
      sx={{ width: "100%", borderCollapse: "collapse", "& td, & th": { p: 0.75, textAlign: "left" } }}
    >
      <thead>
        <tr>
          <th>Field</th>
          <th>On file</th>
          <th>From the form</th>
        </tr>
      </thead>
      <tbody>
        {sides.map(({ target, label, onFile, given }) => (
          <Box component="tr" key={target} sx={{ borderTop: 1, borderColor: "line", verticalAlign: "top" }}>
            <td>{labelIn({ label, target }, weightUnit)}</td>
            <Box
              component="td"
              sx={{
                color: "text.secondary",
                textDecoration: taken.includes(target) && onFile && onFile !== KEPT_ADDRESS ? "line-through" : "none",
              }}
            >
              {inWords(target, onFile) || "—"}
            </Box>
            <td>
              <Box component="label" sx={{ display: "flex", alignItems: "flex-start", gap: 0.5, overflowWrap: "anywhere" }}>
                <Checkbox
                  size="small"
                  sx={{ p: 0 }}
                  checked={taken.includes(target)}
                  onChange={() => toggle(target)}
                  slotProps={{ input: { "aria-label": `Use ${label.toLowerCase()} from the form` } }}
                />
                {inWords(target, given)}
              </Box>
              {target === "client.address" && taken.includes(target) && (
                <Typography variant="body2" color="textSecondary">
                  Becomes the primary address
                </Typography>
              )}
            </td>
          </Box>
        ))}
      </tbody>
    </Box>
  );
};
