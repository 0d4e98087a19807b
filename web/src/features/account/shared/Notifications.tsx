import type { StaffNotificationPreference } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import { useState } from "react";
import { EVENTS } from "./notification-events.ts";

export type Told = Record<(typeof EVENTS)[number][0], boolean>;

const toldOf = (known: StaffNotificationPreference | undefined): Told =>
  Object.fromEntries(EVENTS.map(([name]) => [name, known?.[name] ?? true])) as Told;

type Props = { known: StaffNotificationPreference | undefined; onSave: (told: Told) => Promise<unknown> };

/** Which events a person is emailed about. Each switch is saved as it is moved; one that cannot be saved goes back. */
export const Notifications = ({ known, onSave }: Props) => {
  const [told, setTold] = useState(() => toldOf(known));
  const [busy, setBusy] = useState(false);
  const set = async (name: keyof Told, on: boolean) => {
    const next = { ...told, [name]: on };
    setTold(next);
    setBusy(true);
    try {
      await onSave(next);
    } catch {
      setTold(told);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" } }}>
      {EVENTS.map(([name, label]) => (
        <FormControlLabel
          key={name}
          control={<Switch checked={told[name]} disabled={busy} onChange={(_, on) => void set(name, on)} />}
          label={label}
        />
      ))}
    </Box>
  );
};
