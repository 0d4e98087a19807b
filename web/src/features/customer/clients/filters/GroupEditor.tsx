import { type FilterFieldName, filterBounds } from "@leashline/proto/rules/client-filter.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { Icon } from "../../../../ui/icons.tsx";
import { ConditionRow, startOf } from "./ConditionRow.tsx";
import { everybody, type Group } from "./filter.ts";
import type { Choice } from "./useChoices.ts";

type Props = {
  group: Group;
  depth: number;
  fields: readonly FilterFieldName[];
  choicesOf: (field: FilterFieldName) => readonly Choice[] | undefined;
  onChange: (group: Group) => void;
  onRemove?: () => void;
};

const swap = <T,>(list: readonly T[], at: number, ...next: T[]): T[] => list.toSpliced(at, 1, ...next);

/** Conditions and groups within groups, and whether all or any of them must hold. */
export const GroupEditor = ({ group, depth, fields, choicesOf, onChange, onRemove }: Props) => {
  const { any, conditions, groups } = group;
  const [first = "first_name"] = fields;
  const fresh = startOf(first);
  return (
    <Box
      role="group"
      aria-label={depth === 0 ? "Conditions" : "Group of conditions"}
      sx={{ display: "grid", gap: 1.75, ...(depth > 0 && { pl: 1.5, py: 1, borderLeft: 3, borderColor: "line" }) }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        <Typography>Clients match</Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="All or any"
          value={any ? "any" : "all"}
          onChange={(_, next: string | null) => next && onChange({ ...group, any: next === "any" })}
        >
          <ToggleButton value="all">all of these</ToggleButton>
          <ToggleButton value="any">any of these</ToggleButton>
        </ToggleButtonGroup>
        {onRemove && (
          <Button size="small" variant="text" onClick={onRemove}>
            Remove group
          </Button>
        )}
      </Box>
      {conditions.map((condition, at) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name of their own, and a new one comes last
          key={at}
          {...{ condition, fields, choicesOf }}
          onChange={(next) => onChange({ ...group, conditions: swap(conditions, at, next) })}
          onRemove={() => onChange({ ...group, conditions: swap(conditions, at) })}
        />
      ))}
      {groups.map((one, at) => (
        <GroupEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name of their own, and a new one comes last
          key={at}
          group={one}
          depth={depth + 1}
          {...{ fields, choicesOf }}
          onChange={(next) => onChange({ ...group, groups: swap(groups, at, next) })}
          onRemove={() => onChange({ ...group, groups: swap(groups, at) })}
        />
      ))}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button
          size="small"
          startIcon={<Icon name="plus" />}
          disabled={conditions.length >= filterBounds.conditions}
          onClick={() => onChange({ ...group, conditions: [...conditions, fresh] })}
        >
          Add condition
        </Button>
        <Button
          size="small"
          startIcon={<Icon name="plus" />}
          disabled={groups.length >= filterBounds.groups || depth + 1 >= filterBounds.depth}
          onClick={() => onChange({ ...group, groups: [...groups, { ...everybody, any: !any, conditions: [fresh] }] })}
        >
          Add group
        </Button>
      </Box>
    </Box>
  );
};
