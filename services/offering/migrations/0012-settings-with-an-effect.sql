-- What was kept of services without an effect goes; the same is refused from now on.
update service set options = options - 'requireDedicatedLodging' where care_type <> 'BOARDING' and options ? 'requireDedicatedLodging';
update service set options = options - 'requireDedicatedStaff'
  where care_type not in ('GROOMING', 'EVALUATION', 'DOG_WALKING') and options ? 'requireDedicatedStaff';
update service set options = options - 'prerequisiteClassIds' where care_type <> 'GROUP_CLASS' and options ? 'prerequisiteClassIds';
-- Nobody could choose these on a screen; what they named may be gone, and must not begin to change bills by itself.
update service set options = options - 'additionalServiceRule' - 'autoRolloverRule' - 'bundleServiceIds'
  where options ?| array['additionalServiceRule', 'autoRolloverRule', 'bundleServiceIds'];
