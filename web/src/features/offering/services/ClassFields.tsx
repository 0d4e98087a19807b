import { useQuery } from "@connectrpc/connect-query";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import Box from "@mui/material/Box";
import type { Control } from "react-hook-form";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import type { Check } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";
import type { ServiceValues } from "./service-values.ts";

const between =
  (least: number, most: number): Check =>
  (value) =>
    /^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most ? undefined : `A number from ${least} to ${most}`;

/** What a new class of this service begins with, and which classes come first. `id`: the service itself; empty for a new one. */
export const ClassFields = ({ control, id }: { control: Control<ServiceValues>; id: string }) => {
  const found = useQuery(CatalogService.method.listServices, { careType: "GROUP_CLASS", pageSize: 1000 });
  const others = (found.data?.services ?? []).filter((one) => one.id !== id);
  return (
    <Section title="Class">
      <Box sx={{ display: "grid", gap: 1.75 }}>
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.75 }}>
          <FormText control={control} name="numSessions" label="Sessions" check={between(1, 60)} help="Once a week" />
          <FormText control={control} name="capacity" label="Pets at most" check={between(1, 500)} />
        </Box>
        {others.length > 0 && (
          <FormChips
            control={control}
            name="prerequisiteClassIds"
            label="Completed before"
            every="No other class"
            options={others.map((one) => ({ value: one.id, label: one.name }))}
          />
        )}
      </Box>
    </Section>
  );
};
