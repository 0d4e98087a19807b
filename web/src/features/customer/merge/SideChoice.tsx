import Box from "@mui/material/Box";
import Radio from "@mui/material/Radio";
import Typography from "@mui/material/Typography";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Swatch } from "../../../ui/Swatch.tsx";
import type { Shown, Side } from "./merge-sides.ts";

type Props<F extends number> = { sides: readonly Side<F>[]; taken: readonly F[]; onChange: (taken: F[]) => void; of?: string };

type HalfProps = { name: string; label: string; text: string; shown: Shown | undefined; on: boolean; onPick: () => void };

const Value = ({ label, text, shown }: Pick<HalfProps, "label" | "text" | "shown">) => {
  if (text === "") return "Nothing";
  if (shown === "picture") return <Avatar name={label} src={text} size={44} />;
  return shown === "color" ? <Swatch colour={text} size={24} /> : text;
};

const Half = (props: HalfProps) => (
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
      <Value label={props.label} text={props.text} shown={props.shown} />
    </Box>
  </Box>
);

/** Field by field, whose is kept; `of` tells several such lists on one page apart. */
export const SideChoice = <F extends number>({ sides, taken, onChange, of = "client" }: Props<F>) => {
  if (sides.length === 0) return <Typography color="textSecondary">The other record says nothing else.</Typography>;
  return (
    <Box sx={{ display: "grid" }}>
      {sides.map(({ field, label, winner, loser, shown }) => {
        const theirs = taken.includes(field);
        const says = (value: string, whose: string): string => (shown && value ? whose : value) || "nothing";
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
              name={`merge-${of}-${field}`}
              label={`${label}: ${says(winner, "of the record that stays")}`}
              text={winner}
              shown={shown}
              on={!theirs}
              onPick={() => onChange(taken.filter((one) => one !== field))}
            />
            <Half
              name={`merge-${of}-${field}`}
              label={`${label}: ${says(loser, "of the record that goes")}`}
              text={loser}
              shown={shown}
              on={theirs}
              onPick={() => onChange([...taken, field])}
            />
          </Box>
        );
      })}
    </Box>
  );
};
