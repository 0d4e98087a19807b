import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  SquareAccountService,
  type SquareDevice,
  SquareDeviceStatus as Status,
} from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";

// While a code waits to be typed in, Square is asked whether somebody did.
const ASK_AGAIN_MS = 4_000;
const waits = ({ status }: SquareDevice): boolean => status === Status.UNPAIRED;

/** The terminals of a Square location, and how another one is paired. */
export const SquareTerminals = () => {
  const { data, error, refetch } = useQuery(
    SquareAccountService.method.listSquareDevices,
    {},
    { refetchInterval: ({ state }) => (state.data?.devices.some(waits) ? ASK_AGAIN_MS : false) },
  );
  const [adding, setAdding] = useState(false);
  const devices = data?.devices;
  return (
    <Section title="Square Terminals">
      <Typography color="textSecondary">Clients tap, insert or swipe their card at a Square Terminal on your counter.</Typography>
      {devices ? (
        <Box component="ul" aria-label="Square Terminals" sx={{ listStyle: "none", m: 0, mt: 1, p: 0 }}>
          {devices.map((one) => (
            <Line key={one.codeId} device={one} />
          ))}
        </Box>
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton fields={1} />
      )}
      {devices?.length === 0 && <Typography sx={{ mt: 1 }}>No terminal is paired yet.</Typography>}
      <Button startIcon={<Icon name="plus" />} sx={{ mt: 1 }} onClick={() => setAdding(true)}>
        Add a terminal
      </Button>
      {adding && <NewTerminal onClose={() => setAdding(false)} onSaved={() => void refetch()} />}
    </Section>
  );
};

const Line = ({ device }: { device: SquareDevice }) => {
  const format = useFormat();
  return (
    <Box
      component="li"
      sx={{ display: "flex", alignItems: "center", gap: 1.5, minHeight: 48, borderTop: 1, borderColor: "lineSoft", py: 0.5 }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap>{device.name || "Square Terminal"}</Typography>
        {waits(device) && (
          <Typography variant="body2" color="textSecondary">
            On the terminal choose “Sign in”, then “Use a device code”, and type <strong>{device.code}</strong>
            {device.pairByTime && `. It is good until ${format.instant(device.pairByTime)}`}.
          </Typography>
        )}
      </Box>
      <StatusChip tone={waits(device) ? "warn" : "ok"}>{waits(device) ? "Waiting for its code" : "Paired"}</StatusChip>
    </Box>
  );
};

const NewTerminal = ({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) => {
  const pair = useMutation(SquareAccountService.method.pairSquareDevice);
  const form = useForm({ defaultValues: { name: "" } });
  const save = async ({ name }: { name: string }) => {
    await pair.mutateAsync({ name });
    onSaved();
  };
  return (
    <DrawerForm open title="New Square Terminal" form={form} saveLabel="Get a code" onSave={save} onClose={onClose}>
      <Typography>Square gives a code for it. Type that code into the terminal within five minutes.</Typography>
      <FormText control={form.control} name="name" label="Name" placeholder="Front desk" autoFocus check={required("A name")} />
    </DrawerForm>
  );
};
