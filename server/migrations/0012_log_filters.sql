DROP INDEX "job_run_job";--> statement-breakpoint
DROP INDEX "job_run_created";--> statement-breakpoint
DROP INDEX "audit_entry_object";--> statement-breakpoint
CREATE INDEX "login_log_username" ON "login_log" USING btree ("username");--> statement-breakpoint
CREATE INDEX "login_log_ip" ON "login_log" USING btree ("ip");--> statement-breakpoint
CREATE INDEX "operation_log_username" ON "operation_log" USING btree ("username");--> statement-breakpoint
CREATE INDEX "operation_log_description" ON "operation_log" USING btree ("description");--> statement-breakpoint
CREATE INDEX "operation_log_ip" ON "operation_log" USING btree ("request_ip");--> statement-breakpoint
CREATE INDEX "job_run_name" ON "job_run" USING btree ("job_name");--> statement-breakpoint
CREATE INDEX "job_run_result" ON "job_run" USING btree ("is_success","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "sms_log_result" ON "sms_log" USING btree ("result_code","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "sms_log_digits" ON "sms_log" USING gin ("phone" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_entry_type" ON "audit_entry" USING btree ("object_type","id");--> statement-breakpoint
CREATE INDEX "job_run_job" ON "job_run" USING btree ("job_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "job_run_created" ON "job_run" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "audit_entry_object" ON "audit_entry" USING btree ("object_id","object_type","id");