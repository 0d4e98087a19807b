import { useQuery } from "@connectrpc/connect-query";
import { type CareType, CareTypeService } from "@leashline/proto/leashline/offering/v1/care_type_pb.js";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useLocation, useParams } from "react-router";
import { pathTo } from "../../app/routes/paths.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Link, LinkButton } from "../../ui/links/Link.tsx";
import { useQueryState } from "../../ui/links/useQueryState.ts";
import { SettingsFrame } from "../settings/SettingsFrame.tsx";
import { AddOns } from "./add-ons/AddOns.tsx";
import { PricingRules } from "./pricing-rules/PricingRules.tsx";
import { ServiceCharges } from "./service-charges/ServiceCharges.tsx";
import { Catalogue } from "./services/Catalogue.tsx";

const start = { show: "" };

/** /setting/services/{panel?}/{childPanel?}: the panel is a care type, the child panel "addons"; or the panel is "pricing-rules" or "service-charges". */
const ServicesSettings = () => {
  const { panel } = useParams();
  if (panel === "pricing-rules") return <PricingRules />;
  return panel === "service-charges" ? <ServiceCharges /> : <CareTypePanels />;
};

const CareTypePanels = () => {
  const { panel, childPanel } = useParams();
  const { search } = useLocation();
  const [{ show }, setState] = useQueryState(start);
  const inactive = show === "inactive";
  const types = useQuery(CareTypeService.method.listCareTypes);
  const list = types.data?.careTypes ?? [];
  const chosen: CareType | undefined = list.find((type) => type.serviceItemType.toLowerCase() === panel) ?? list[0];
  const at = chosen?.serviceItemType.toLowerCase();
  const addOns = childPanel === "addons" && chosen?.addOnsEnabled;
  return (
    <SettingsFrame
      title="Services"
      maxWidth={1000}
      actions={
        chosen && (
          <LinkButton
            to={
              addOns
                ? pathTo("/createOrEditAddon", {}, { careType: chosen.serviceItemType })
                : pathTo("/createOrEditService/:careTypeId", { careTypeId: chosen.id })
            }
            variant="contained"
            color="primary"
            startIcon={<Icon name="plus" />}
          >
            {addOns ? "Add add-on" : "Add service"}
          </LinkButton>
        )
      }
    >
      {types.error && !types.data && <ErrorState error={types.error} onRetry={() => void types.refetch()} />}
      {!types.data && !types.error && <FormSkeleton />}
      {chosen && (
        <>
          <Tabs value={at} variant="scrollable" scrollButtons={false} aria-label="Care types">
            {list.map((type) => (
              <Tab
                key={type.id}
                value={type.serviceItemType.toLowerCase()}
                label={type.name}
                component={Link}
                to={pathTo("/setting/services/:panel?/:childPanel?", { panel: type.serviceItemType.toLowerCase() }, search)}
              />
            ))}
          </Tabs>
          <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, my: 1.25 }}>
            {chosen.addOnsEnabled && (
              <>
                <LinkButton to={pathTo("/setting/services/:panel?/:childPanel?", { panel: at })} color={addOns ? "secondary" : "primary"}>
                  Services
                </LinkButton>
                <LinkButton
                  to={pathTo("/setting/services/:panel?/:childPanel?", { panel: at, childPanel: "addons" })}
                  color={addOns ? "primary" : "secondary"}
                >
                  Add-ons
                </LinkButton>
              </>
            )}
            <FormControlLabel
              sx={{ ml: "auto" }}
              control={<Switch checked={inactive} onChange={(_, on) => setState({ show: on ? "inactive" : "" })} />}
              label="Inactive ones"
            />
          </Box>
          {addOns ? <AddOns careType={chosen.serviceItemType} inactive={inactive} /> : <Catalogue careType={chosen} inactive={inactive} />}
        </>
      )}
    </SettingsFrame>
  );
};

export default ServicesSettings;
