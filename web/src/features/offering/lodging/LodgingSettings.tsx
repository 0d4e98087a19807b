import { useQuery } from "@connectrpc/connect-query";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import Button from "@mui/material/Button";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useState } from "react";
import { useParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { useInfo } from "../../../app/session/session.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Link, LinkButton } from "../../../ui/links/Link.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { TypeDrawer } from "./TypeDrawer.tsx";
import { Types } from "./Types.tsx";
import { Units } from "./Units.tsx";

const PANELS = [
  { panel: "units", label: "Rooms and areas" },
  { panel: "types", label: "Types" },
] as const;

/** /setting/lodging/{panel?}: the types of lodging, and the rooms, kennels and areas of this location. */
const LodgingSettings = () => {
  const { panel: asked } = useParams();
  const businessId = useInfo().business?.id ?? "0";
  const types = useQuery(LodgingService.method.listLodgingTypes);
  const [adding, setAdding] = useState(false);
  const panel = asked === "types" || (!asked && types.data?.lodgingTypes.length === 0) ? "types" : "units";
  const reload = () => void types.refetch();
  return (
    <SettingsFrame
      title="Lodging"
      actions={
        panel === "types" ? (
          <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setAdding(true)}>
            Add type
          </Button>
        ) : (
          <LinkButton
            to={pathTo("/lodgingUnit/add/:businessId", { businessId })}
            variant="contained"
            color="primary"
            startIcon={<Icon name="plus" />}
          >
            Add rooms
          </LinkButton>
        )
      }
    >
      <Tabs value={panel} aria-label="Lodging" sx={{ mb: 1.5 }}>
        {PANELS.map((one) => (
          <Tab
            key={one.panel}
            value={one.panel}
            label={one.label}
            component={Link}
            to={pathTo("/setting/lodging/:panel?", { panel: one.panel })}
          />
        ))}
      </Tabs>
      {panel === "types" ? (
        <Types rows={types.data?.lodgingTypes} error={types.error} onChange={reload} onAdd={() => setAdding(true)} />
      ) : (
        <Units types={types.data?.lodgingTypes ?? []} />
      )}
      {adding && <TypeDrawer onClose={() => setAdding(false)} onSaved={reload} />}
    </SettingsFrame>
  );
};

export default LodgingSettings;
