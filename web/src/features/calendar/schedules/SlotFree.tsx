import { useMutation, useQuery } from "@connectrpc/connect-query";
import { SlotFreeServiceService } from "@leashline/proto/leashline/calendar/v1/slot_free_service_service_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { isWithStaff } from "../../offering/shared/care-types.ts";
import { useServices } from "../../offering/shared/useServices.ts";

/** Short services that fit in beside the others: they start in a slot without taking one of its places. */
export const SlotFree = () => {
  const may = useCan("accessBusinessSettings");
  const stored = useQuery(SlotFreeServiceService.method.listSlotFreeServices);
  const services = useServices().data?.services.filter(isWithStaff) ?? [];
  const save = useMutation(SlotFreeServiceService.method.updateSlotFreeServices, {
    meta: { success: "Saved" },
    onSettled: () => void stored.refetch(),
  });
  const own = stored.data?.slotFreeServices;
  const toggle = (id: string) => {
    if (!own) return;
    const serviceIds = own.serviceIds.includes(id) ? own.serviceIds.filter((one) => one !== id) : [...own.serviceIds, id];
    save.mutate({ businessId: own.businessId, serviceIds, version: own.version });
  };
  if (stored.error) return <ErrorState compact error={stored.error} onRetry={() => void stored.refetch()} />;
  if (!own || services.length === 0) return null;
  return (
    <Section title="Services that take no place in a slot">
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        A nail trim between two baths, say. These can start in a slot that is full. Appointments that are booked already stay as they were
        counted.
      </Typography>
      <Box role="group" aria-label="Services that take no place" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
        {services.map(({ id, name }) => {
          const on = own.serviceIds.includes(id);
          return (
            <Chip
              key={id}
              label={name}
              disabled={!may || save.isPending}
              color={on ? "primary" : "default"}
              aria-pressed={on}
              onClick={() => toggle(id)}
            />
          );
        })}
      </Box>
    </Section>
  );
};
