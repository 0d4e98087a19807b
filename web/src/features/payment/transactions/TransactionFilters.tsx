import { useQuery } from "@connectrpc/connect-query";
import { PaymentMethodService } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import Box from "@mui/material/Box";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { useStaff } from "../../calendar/shared/useCalendar.ts";
import { storeCreditFilter } from "../shared/credit/credit-words.ts";
import { FilterSelect } from "../shared/FilterSelect.tsx";
import { channels, daysOf, type State, statuses } from "./filter.ts";

/** Which transactions are listed. */
export const TransactionFilters = ({ state, set }: { state: State; set: (change: Partial<State>) => void }) => {
  const today = useFormat().now().date;
  const { from, to } = daysOf(state, today);
  const methods = useQuery(PaymentMethodService.method.listPaymentMethods, {}, { staleTime: LONG_STALE }).data?.paymentMethods ?? [];
  const staff = useStaff().data?.staff ?? [];
  const nameOf = (kind: string, name: string) => (kind === "custom" ? name : kind);
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "repeat(3, 1fr)", lg: "repeat(6, 1fr)" }, gap: 1.25, mb: 1.5 }}>
      <DateField size="small" label="From" value={from} max={to} onChange={(iso) => set({ from: iso, wide: "" })} />
      <DateField size="small" label="To" value={to} min={from} onChange={(iso) => set({ to: iso })} />
      <FilterSelect
        label="Paid by"
        value={state.method}
        options={[
          { value: "", label: "All ways to pay" },
          ...methods.map(({ kind, name }) => ({ value: nameOf(kind, name), label: name })),
          storeCreditFilter,
        ]}
        onChange={(method) => set({ method })}
      />
      <FilterSelect label="Channel" value={state.channel} options={channels} onChange={(channel) => set({ channel })} />
      <FilterSelect label="Status" value={state.status} options={statuses} onChange={(status) => set({ status })} />
      <FilterSelect
        label="Taken by"
        value={state.staff}
        options={[
          { value: "", label: "Everybody" },
          ...staff.map(({ staffId, firstName, lastName }) => ({ value: staffId, label: `${firstName} ${lastName}`.trim() })),
        ]}
        onChange={(one) => set({ staff: one })}
      />
    </Box>
  );
};
