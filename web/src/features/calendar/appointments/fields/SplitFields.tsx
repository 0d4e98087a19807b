import { parsePercent, percentOf } from "@leashline/proto/rules/percent.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { fromMinor, parseMoney, toMinor } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { StaffSelect } from "../../shared/StaffSelect.tsx";
import { NO_STAFF } from "../../shared/types.ts";
import { useStaff } from "../../shared/useCalendar.ts";
import { MOST_PEOPLE, type Split, type SplitPart, type Worked, withoutPerson, withPerson, wrongWith } from "./split.ts";
import { useUsualSplit } from "./useUsualSplit.ts";

type Props = {
  /** What they share, for example "Full groom". */
  name: string;
  /** What it costs, as typed. */
  price: string;
  split: Split;
  onChange: (worked: Worked) => void;
};

/** Somebody who has no part of it yet. */
export const nextPerson = (staff: readonly { staffId: string }[], taken: readonly string[]): string =>
  staff.find(({ staffId }) => staffId !== NO_STAFF && !taken.includes(staffId))?.staffId ?? NO_STAFF;

/** Who does what of a service, when, and for what share of its price. */
export const SplitFields = ({ name, price, split, onChange }: Props) => {
  const staff = useStaff().data?.staff ?? [];
  const { setting } = useUsualSplit();
  const wrong = wrongWith(split);
  const taken = split.parts.map(({ staffId }) => staffId);
  const setPart = (at: number, change: Partial<SplitPart>) =>
    onChange({ split: { ...split, parts: split.parts.map((part, nth) => (nth === at ? { ...part, ...change } : part)) } });
  return (
    <Box role="group" aria-label={`Who does ${name}`} sx={{ display: "grid", gap: 1.5 }}>
      <TextField
        select
        size="small"
        label="They work"
        value={split.together ? "together" : "after"}
        onChange={({ target }) => onChange({ split: { ...split, together: target.value === "together" } })}
        sx={{ justifySelf: "start", minWidth: 200 }}
      >
        <MenuItem value="after">One after the other</MenuItem>
        <MenuItem value="together">At the same time</MenuItem>
      </TextField>
      {split.parts.map((part, at) => (
        <PartRow
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own, and their order is theirs
          key={at}
          about={`person ${at + 1}`}
          part={part}
          staff={staff}
          earns={setting?.displayCommission ? price : undefined}
          onChange={(change) => setPart(at, change)}
          onRemove={() => onChange(withoutPerson(split, at))}
        />
      ))}
      {wrong && <Alert severity="warning">{wrong}</Alert>}
      <Button
        size="small"
        startIcon={<Icon name="plus" />}
        disabled={split.parts.length >= MOST_PEOPLE}
        onClick={() => onChange({ split: withPerson(split, nextPerson(staff, taken), setting) })}
        sx={{ justifySelf: "start" }}
      >
        Add another person
      </Button>
    </Box>
  );
};

type RowProps = {
  about: string;
  part: SplitPart;
  staff: Parameters<typeof StaffSelect>[0]["staff"];
  /** The price, where what each of them earns is shown. */
  earns: string | undefined;
  onChange: (change: Partial<SplitPart>) => void;
  onRemove: () => void;
};

const PartRow = ({ about, part, staff, earns, onChange, onRemove }: RowProps) => {
  const field = (label: string, key: "task" | "minutes" | "share", pattern: RegExp) => (
    <TextField
      label={label}
      size="small"
      value={part[key]}
      onChange={({ target }) => pattern.test(target.value) && onChange({ [key]: target.value })}
      slotProps={{
        htmlInput: { autoComplete: "off", "aria-label": `${label} of ${about}`, ...(key !== "task" && { inputMode: "decimal" }) },
      }}
    />
  );
  return (
    <Box
      role="group"
      aria-label={about}
      sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr) 76px 84px 30px", gap: 1, alignItems: "center" }}
    >
      <StaffSelect
        label="Staff"
        spoken={`Staff, ${about}`}
        size="small"
        staff={staff}
        value={part.staffId}
        onChange={(staffId) => onChange({ staffId })}
      />
      {field("Minutes", "minutes", /^\d{0,4}$/)}
      {field("Share, %", "share", /^\d{0,3}(\.\d{0,4})?$/)}
      <IconButton size="small" edge="end" aria-label={`Remove ${about}`} onClick={onRemove}>
        <Icon name="close" sx={{ width: 15, height: 15 }} />
      </IconButton>
      {field("Task", "task", /^.{0,100}$/)}
      {earns !== undefined && <Earned price={earns} share={part.share} />}
    </Box>
  );
};

const Earned = ({ price, share }: { price: string; share: string }) => {
  const { currencyCode } = usePreferences();
  const format = useFormat();
  const percent = parsePercent(share);
  if (percent === null) return null;
  const minor = percentOf(toMinor(parseMoney(price, currencyCode)), percent);
  return (
    <Typography color="textSecondary" sx={{ gridColumn: "span 3" }}>
      {format.money(fromMinor(minor, currencyCode))}
    </Typography>
  );
};
