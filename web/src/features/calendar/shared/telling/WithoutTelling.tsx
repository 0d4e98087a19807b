import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import { isElsewhen, someElsewhen, type When } from "./elsewhen.ts";

type Answer = { value: boolean; onChange: (on: boolean) => void };

const Ask = ({ label, value, onChange }: Answer & { label: string }) => (
  <FormControlLabel control={<Checkbox checked={value} onChange={(_, on) => onChange(on)} />} label={label} />
);

/** Asked anew with every move to another time: somebody who has called the client need not have them texted too. */
export const WithoutTelling = ({ was, now, ...answer }: Answer & { was: When; now: When }) =>
  isElsewhen(was, now) && <Ask label="Don’t tell the client the new time" {...answer} />;

/** The same where several are moved, some of them to another time. */
export const WithoutTellingMany = ({ moves, ...answer }: Answer & { moves: Parameters<typeof someElsewhen>[0] }) =>
  someElsewhen(moves) && <Ask label="Don’t tell the clients their new times" {...answer} />;
