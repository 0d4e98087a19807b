import type { MergeField } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import Box from "@mui/material/Box";
import Radio from "@mui/material/Radio";
import Typography from "@mui/material/Typography";
import type { Side } from "./merge-sides.ts";

type Props = { sides: readonly Side[]; taken: readonly MergeField[]; onChange: (taken: MergeField[]) => void };

const Half = (props: { name: string; label: string; text: string; on: boolean; onPick: () => void }) => (
  <Box
    component="label"
    sx={{ display: "flex", alignItems: "flex-start", gap: 0.75, minWidth: 0, overflowWrap: "anywhere", cursor: "pointer" }}
  >
    <Radio
      size="small"
      name={props.name}
      checked={props.on}
      onChange={props.onPick}
      sx={{ p: 0.25 }}
      slotProps={{ input: { "aria-label": props.label } }}
    />
    <Box component="span" sx={{ color: props.text ? "text.primary" : "text.tertiary", fontWeight: props.on ? 600 : 400 }}>
      {props.text || "Nothing"}
    </Box>
  </Box>
);

/** Field by field, whose is kept. */
export const SideChoice = ({ sides, taken, onChange }: Props) => {
  if (sides.length === 0) return <Typography color="textSecondary">The other record says nothing else.</Typography>;
  return (
    <Box sx={{ display: "grid" }}>
      {sides.map(({ field, label, winner, loser }) => {
        const theirs = taken.includes(field);
        return (
          <Box
            component="fieldset"
            key={field}
            sx={{
              ...{ m: 0, p: 0, py: 1, border: 0, borderTop: 1, borderColor: "lineSoft", "&:first-of-type": { borderTop: 0 } },
              ...{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", sm: "160px 1fr 1fr" }, gap: 1, minWidth: 0 },
            }}
          >
            <Box component="legend" sx={{ display: "contents" }}>
              <Typography component="span" color="textSecondary" sx={{ gridColumn: { xs: "1 / -1", sm: "auto" } }}>
                {label}
              </Typography>
            </Box>
            <Half
              name={`merge-${field}`}
              label={`${label}: ${winner || "nothing"}`}
              text={winner}
              on={!theirs}
              onPick={() => onChange(taken.filter((one) => one !== field))}
            />
            <Half
              name={`merge-${field}`}
              label={`${label}: ${loser || "nothing"}`}
              text={loser}
              on={theirs}
              onPick={() => onChange([...taken, field])}
            />
          </Box>
        );
      })}
    </Box>
  );
};
