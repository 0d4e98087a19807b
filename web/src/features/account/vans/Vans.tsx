import { useQuery } from "@connectrpc/connect-query";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { type Van, VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { useClose } from "../../../ui/links/over.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { YourPlan } from "../shared/YourPlan.tsx";
import { VanDrawer } from "./VanDrawer.tsx";

export const drivers = (van: Van): string => van.staffList.map((one) => `${one.firstName} ${one.lastName}`.trim()).join(", ") || "Nobody";
const kind = (van: Van): string => [van.make, van.model].filter(Boolean).join(" ");

/** /setting/van/{id?}: the vans of a mobile business and who drives them. */
const Vans = () => {
  const { id } = useParams();
  const leave = useClose();
  const format = useFormat();
  const canEdit = useCan("vanSettings");
  const [adding, setAdding] = useState(false);
  const vans = useQuery(VanService.method.listVans);
  const room = useQuery(CompanyService.method.getCompanyExtraInfo).data;
  const full = room !== undefined && room.maxVansNum > 0 && room.vanCount >= room.maxVansNum;
  const open = vans.data?.vans.find((van) => van.vanId === id);
  const close = () => {
    setAdding(false);
    if (id) leave("/setting/van");
  };
  const columns: Column<Van>[] = [
    { key: "name", header: "Van", cell: (van) => <Typography variant="subtitle2">{van.nickName}</Typography> },
    { key: "kind", header: "Make and model", cell: (van) => kind(van) || "–" },
    { key: "plate", header: "Plate", cell: (van) => van.licensePlate || "–" },
    { key: "since", header: "In service since", cell: (van) => format.day(van.dateInService) || "–" },
    { key: "who", header: "Driven by", cell: drivers },
  ];
  return (
    <SettingsFrame
      title="Vans"
      actions={
        canEdit && (
          <Button variant="contained" color="primary" disabled={full} startIcon={<Icon name="plus" />} onClick={() => setAdding(true)}>
            Add van
          </Button>
        )
      }
    >
      {full && (
        <Alert severity="info" sx={{ mb: 1.5 }} action={<YourPlan />}>
          Your plan allows {plural(room.maxVansNum, "van")}. Delete one you no longer drive, or upgrade to add more.
        </Alert>
      )}
      <DataList
        label="Vans"
        rows={vans.data?.vans}
        rowKey={(van) => van.vanId}
        columns={columns}
        card={(van) => (
          <Box>
            <Typography variant="subtitle1">{van.nickName}</Typography>
            <Typography color="textSecondary">{[kind(van), van.licensePlate].filter(Boolean).join(" · ")}</Typography>
            <Typography>{drivers(van)}</Typography>
          </Box>
        )}
        drawer
        {...(canEdit && { href: (van: Van) => pathTo("/setting/van/:id?", { id: van.vanId }) })}
        error={vans.error}
        onRetry={() => void vans.refetch()}
        empty={<EmptyState icon="pin" title="No vans yet" text="Add your vans and choose who drives each one." />}
      />
      {(adding || open) && (
        <VanDrawer
          key={open?.vanId ?? "new"}
          {...(open && { van: open })}
          vans={vans.data?.vans ?? []}
          onClose={close}
          onSaved={() => void vans.refetch()}
        />
      )}
    </SettingsFrame>
  );
};

export default Vans;
