import { useQuery } from "@connectrpc/connect-query";
import { type Reader, type TerminalLocation, TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { Counter } from "./Counter.tsx";
import { CounterDrawer } from "./CounterDrawer.tsx";
import { ReaderDrawer } from "./ReaderDrawer.tsx";

type Open = { kind: "counter"; counter?: TerminalLocation } | { kind: "reader"; counter: TerminalLocation; reader?: Reader };

/** /creditCard/{vendor}/readers: the counters of a location, and the card readers that stand at each. */
export const CardReaders = () => {
  const counters = useQuery(TerminalService.method.listTerminalLocations);
  const readers = useQuery(TerminalService.method.listReaders);
  const [open, setOpen] = useState<Open>();
  const found = counters.data?.locations;
  const reload = () => {
    void counters.refetch();
    void readers.refetch();
  };
  const close = () => setOpen(undefined);
  const add = (
    <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setOpen({ kind: "counter" })}>
      Add a counter
    </Button>
  );
  return (
    <SettingsFrame title="Card readers" maxWidth={760} actions={found && found.length > 0 && add}>
      {counters.error && !found ? (
        <ErrorState error={counters.error} onRetry={reload} />
      ) : !found ? (
        <FormSkeleton fields={3} />
      ) : found.length === 0 ? (
        <EmptyState
          icon="payment"
          title="No card readers yet"
          text="Clients tap, insert or swipe their card at a reader on your counter. Add the counter first, then add the reader with the code on its screen."
        >
          {add}
        </EmptyState>
      ) : (
        <Box sx={{ display: "grid", gap: 2 }}>
          {readers.error && <ErrorState compact error={readers.error} onRetry={reload} />}
          {found.map((counter) => (
            <Counter
              key={counter.id}
              counter={counter}
              readers={readers.data?.readers.filter(({ locationId }) => locationId === counter.id)}
              onEdit={() => setOpen({ kind: "counter", counter })}
              onReader={(reader) => setOpen({ kind: "reader", counter, ...(reader && { reader }) })}
            />
          ))}
          <Typography variant="body2" color="textSecondary">
            At checkout, choose the card reader. It asks for the card, and no card number comes to Leashline.
          </Typography>
        </Box>
      )}
      {open?.kind === "counter" && <CounterDrawer {...(open.counter && { counter: open.counter })} onClose={close} onSaved={reload} />}
      {open?.kind === "reader" && (
        <ReaderDrawer counter={open.counter} {...(open.reader && { reader: open.reader })} onClose={close} onSaved={reload} />
      )}
    </SettingsFrame>
  );
};
