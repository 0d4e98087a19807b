import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { formatDuration } from "../../../ui/format/duration.ts";
import { amountText, parseMoney } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { type Format, useFormat } from "../../../ui/format/useFormat.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { type FullService as Service, useActiveServices, useServiceUpdate } from "./service-face.ts";

const ownOf = (service: Service, staffId: string) => service.staffOverrides.find((one) => one.staffId === staffId);
const does = (service: Service, staffId: string): boolean => {
  const only = service.availability?.staffIds ?? [];
  return only.length === 0 || only.includes(staffId);
};
const priceOf = (service: Service, staffId: string, format: Format): string =>
  format.money(ownOf(service, staffId)?.price ?? service.price);
const timeOf = (service: Service, staffId: string): string => formatDuration(ownOf(service, staffId)?.duration || service.duration);

/** What each service costs and takes when this person does it. */
export const StaffPrices = ({ staffId }: { staffId: string }) => {
  const format = useFormat();
  const canEdit = useCan("accessServiceSettings");
  const { services, error, reload } = useActiveServices();
  const [open, setOpen] = useState<Service>();
  const rows = services?.filter((service) => does(service, staffId));
  const own = (service: Service) => ownOf(service, staffId) && <StatusChip tone="info">Own</StatusChip>;
  const columns: Column<Service>[] = [
    { key: "name", header: "Service", cell: (service) => service.name },
    { key: "own", header: "", cell: own },
    { key: "time", header: "Takes", align: "right", cell: (service) => timeOf(service, staffId) },
    { key: "price", header: "Price", align: "right", cell: (service) => priceOf(service, staffId, format) },
  ];
  return (
    <Section title="Services and prices">
      <DataList
        label="Services and prices"
        rows={rows}
        rowKey={(service) => service.id}
        columns={columns}
        card={(service) => (
          <>
            <Typography variant="subtitle2">
              {service.name} {own(service)}
            </Typography>
            <Typography color="textSecondary">
              {timeOf(service, staffId)} · {priceOf(service, staffId, format)}
            </Typography>
          </>
        )}
        {...(canEdit && { onOpen: setOpen })}
        error={error}
        onRetry={reload}
        empty={<Typography color="textSecondary">No services yet. Set them up under Settings, Services.</Typography>}
      />
      {open && <PriceForm service={open} staffId={staffId} onClose={() => setOpen(undefined)} onSaved={reload} />}
    </Section>
  );
};

const isMinutes = (value: string) => (/^\d{0,4}$/.test(value) && Number(value) <= 1440 ? undefined : "Minutes, at most a day");

const PriceForm = ({
  service,
  staffId,
  onClose,
  onSaved,
}: {
  service: Service;
  staffId: string;
  onClose: () => void;
  onSaved: () => void;
}) => {
  const { currencyCode } = usePreferences();
  const format = useFormat();
  const own = ownOf(service, staffId);
  const update = useServiceUpdate({ onSuccess: onSaved, meta: { success: "Price saved" } });
  const form = useForm({ defaultValues: { price: amountText(own?.price), duration: own?.duration ? String(own.duration) : "" } });
  const save = ({ price, duration }: { price: string; duration: string }) => {
    const others = service.staffOverrides.filter((one) => one.staffId !== staffId);
    const money = price ? parseMoney(price, currencyCode) : undefined;
    const mine = money || Number(duration) > 0 ? [{ staffId, ...(money && { price: money }), duration: Number(duration) }] : [];
    return update({
      id: service.id,
      version: service.version,
      service: { staffOverrides: [...others, ...mine] },
      paths: ["staff_overrides"],
    });
  };
  return (
    <DrawerForm open title={service.name} form={form} saveLabel="Save price" onSave={save} onClose={onClose}>
      <FormMoney
        control={form.control}
        name="price"
        label="Price"
        help={`Leave empty to use ${format.money(service.price)}, the standard price.`}
      />
      <FormText
        control={form.control}
        name="duration"
        label="Minutes"
        check={isMinutes}
        help={`Leave empty to use ${formatDuration(service.duration)}, the standard duration.`}
      />
    </DrawerForm>
  );
};
