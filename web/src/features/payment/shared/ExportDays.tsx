import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { saveCsv } from "../../../ui/save-csv.ts";

type Day = ReturnType<typeof isoToDay>;
type Props = { read: (days: { startDate: Day; endDate: Day }) => Promise<{ fileName: string; csv: string }> };

/** Some days of a list as a file, this year's where nobody says otherwise. */
export const ExportDays = ({ read }: Props) => {
  const today = useFormat().now().date;
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`);
  const [to, setTo] = useState(today);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveCsv(read({ startDate: isoToDay(from), endDate: isoToDay(to) }));
    setBusy(false);
  };
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.25, alignItems: "center", mb: 1.5 }}>
      <DateField label="From" size="small" value={from} onChange={(day) => day && setFrom(day)} sx={{ width: 170 }} />
      <DateField label="To" size="small" value={to} min={from} onChange={(day) => day && setTo(day)} sx={{ width: 170 }} />
      <Button loading={busy} onClick={() => void save()}>
        Export
      </Button>
    </Box>
  );
};
