import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { parseMoney } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { type Condition, everybody, type Group, without } from "./filter.ts";
import { sayCondition } from "./say.ts";
import { useChoices } from "./useChoices.ts";

type Props = { filter: Group; onChange: (filter: Group) => void };

/** The conditions that the list is narrowed by; a press takes one away. */
export const FilterChips = ({ filter, onChange }: Props) => {
  const { day, money } = useFormat();
  const { currencyCode } = usePreferences();
  const choicesOf = useChoices(filter);
  const amount = (value: string) => {
    const sum = parseMoney(value, currencyCode);
    return sum ? money(sum, { short: true }) : value;
  };
  const say = (condition: Condition) => sayCondition(condition, { day, amount }, choicesOf(condition.field));
  return (
    <Box role="group" aria-label="Filters in use" sx={{ mt: 1, display: "flex", flexWrap: "wrap", alignItems: "center", gap: 0.75 }}>
      <Members group={filter} say={say} onDrop={(gone) => onChange(without(filter, gone))} />
      <Button size="small" variant="text" onClick={() => onChange(everybody)}>
        Clear filters
      </Button>
    </Box>
  );
};

type MembersProps = { group: Group; say: (condition: Condition) => string; onDrop: (condition: Condition) => void };

const Members = ({ group: { any, conditions, groups }, say, onDrop }: MembersProps) => (
  <>
    {any && (
      <Typography variant="body2" color="textSecondary">
        Any of
      </Typography>
    )}
    {conditions.map((condition, at) => {
      const text = say(condition);
      return (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: the same condition may stand there twice
          key={`${at} ${text}`}
          label={text}
          aria-label={`Remove filter: ${text}`}
          onClick={() => onDrop(condition)}
          onDelete={() => onDrop(condition)}
          sx={{ maxWidth: 1 }}
        />
      );
    })}
    {groups.map((group, at) => (
      <Box
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name of their own
        key={at}
        role="group"
        aria-label={group.any ? "Any of" : "All of"}
        sx={{
          display: "flex",
          flexWrap: "wrap",
          alignItems: "center",
          gap: 0.75,
          px: 0.75,
          py: 0.5,
          border: 1,
          borderColor: "line",
          borderRadius: 2,
        }}
      >
        <Members group={group} say={say} onDrop={onDrop} />
      </Box>
    ))}
  </>
);
