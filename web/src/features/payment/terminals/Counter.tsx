import type { Reader, TerminalLocation } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Icon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { kindOf, standingOf } from "./reader-words.ts";

type Props = {
  counter: TerminalLocation;
  /** Undefined while they load. */
  readers: readonly Reader[] | undefined;
  onEdit: () => void;
  /** Opens one of them, or a new one. */
  onReader: (reader?: Reader) => void;
};

/** One counter: where it is, and its readers. */
export const Counter = ({ counter, readers, onEdit, onReader }: Props) => {
  const { line1, city, state, postalCode } = counter.address ?? {};
  const where = [line1, city, [state, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return (
    <Section
      title={counter.displayName}
      action={
        <Button variant="text" aria-label={`Edit ${counter.displayName}`} onClick={onEdit}>
          Edit
        </Button>
      }
    >
      <Typography color="textSecondary">{where}</Typography>
      {counter.elsewhere && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          Its readers take no payments: they were added before this location had its own card account. Add the counter and its readers
          again, then remove them here.
        </Alert>
      )}
      <Box component="ul" aria-label={`Card readers at ${counter.displayName}`} sx={{ listStyle: "none", m: 0, mt: 1, p: 0 }}>
        {readers?.map((reader) => (
          <Line key={reader.id} reader={reader} onOpen={() => onReader(reader)} />
        ))}
      </Box>
      {readers?.length === 0 && <Typography sx={{ mt: 1 }}>No reader at this counter yet.</Typography>}
      {!counter.elsewhere && (
        <Button startIcon={<Icon name="plus" />} sx={{ mt: 1 }} onClick={() => onReader()}>
          Add a reader
        </Button>
      )}
    </Section>
  );
};

const Line = ({ reader, onOpen }: { reader: Reader; onOpen: () => void }) => {
  const { tone, label } = reader.elsewhere ? { tone: "bad" as const, label: "Add it again" } : standingOf(reader.status);
  return (
    <Box
      component="li"
      sx={{ display: "flex", alignItems: "center", gap: 1.5, minHeight: 48, borderTop: 1, borderColor: "lineSoft", py: 0.5 }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap>{reader.label}</Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {[kindOf(reader.deviceType), reader.serialNumber].filter(Boolean).join(" · ")}
        </Typography>
      </Box>
      <StatusChip tone={tone}>{label}</StatusChip>
      <Button variant="text" aria-label={`Edit ${reader.label}`} onClick={onOpen}>
        Edit
      </Button>
    </Box>
  );
};
