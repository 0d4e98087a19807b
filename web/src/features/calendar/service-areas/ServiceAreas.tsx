import { useQuery } from "@connectrpc/connect-query";
import { type ServiceArea, ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { Icon } from "../../../ui/icons.tsx";
import { useClose } from "../../../ui/links/over.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { areaWords } from "../shared/areas/outline.ts";
import { ServiceAreaDrawer } from "./ServiceAreaDrawer.tsx";
import { StaffWeeks } from "./StaffWeeks.tsx";

const Where = ({ area }: { area: ServiceArea }) => areaWords(area, usePreferences().distanceUnit);

const Name = ({ area }: { area: ServiceArea }) => (
  <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
    <Box sx={{ width: 12, height: 12, borderRadius: "50%", flex: "none" }} style={{ background: area.colorCode }} />
    <Typography variant="subtitle2">{area.areaName}</Typography>
  </Box>
);
const columns: Column<ServiceArea>[] = [
  { key: "name", header: "Name", cell: (area) => <Name area={area} /> },
  { key: "where", header: "Where", cell: (area) => <Where area={area} /> },
];

/** /setting/service_area/{id?}: where a mobile business goes, and who goes where on which day. */
const ServiceAreas = () => {
  const { id } = useParams();
  const leave = useClose();
  const canEdit = useCan("accessBusinessSettings");
  const [adding, setAdding] = useState(false);
  const list = useQuery(ServiceAreaService.method.listServiceAreas, {});
  const areas = list.data?.areas ?? [];
  const open = areas.find((area) => area.areaId === id);
  const close = () => {
    setAdding(false);
    if (id) leave("/setting/service_area");
  };
  return (
    <SettingsFrame
      title="Service areas"
      actions={
        canEdit && (
          <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setAdding(true)}>
            Add area
          </Button>
        )
      }
    >
      <DataList
        label="Service areas"
        rows={list.data?.areas}
        rowKey={(area) => area.areaId}
        columns={columns}
        card={(area) => (
          <>
            <Name area={area} />
            <Typography color="textSecondary">
              <Where area={area} />
            </Typography>
          </>
        )}
        drawer
        {...(canEdit && { href: (area: ServiceArea) => pathTo("/setting/service_area/:id?", { id: area.areaId }) })}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            icon="pin"
            title="No service areas yet"
            text="Say where your vans go, by zip code, by distance or on a map. Booking someone who lives elsewhere shows a warning."
          />
        }
      />
      {areas.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <StaffWeeks areas={areas} canEdit={canEdit} />
        </Box>
      )}
      {(adding || open) && (
        <ServiceAreaDrawer
          key={open?.areaId ?? "new"}
          {...(open && { area: open })}
          areas={areas}
          onClose={close}
          onSaved={() => void list.refetch()}
        />
      )}
    </SettingsFrame>
  );
};

export default ServiceAreas;
