extends Area2D
## A key, loot or an offer: taken by a player who touches it. A switch stays.


func _ready() -> void:
	body_entered.connect(_on_touched)


func _on_touched(_player: Node2D) -> void:
	owner.take(self)
	if get_meta("use", "") == "Switch":
		set_deferred("monitoring", false)
	else:
		hide()
		# With its body, if it has one.
		set_deferred("process_mode", PROCESS_MODE_DISABLED)
